// Asks @octokit/endpoint, the original, 1,000 realistic calls and writes its
// answers to testdata/answers.jsonl, one JSON object a line:
//
//   defaults, route, options  the call, in the flat form of the original
//   want                      method, url, added, headers, body, request, where
//                             added is what the original appended to the URL for
//                             parameters that the template does not name
//
// The calls come from a seeded generator, so a second run writes the same file:
//
//   npm ci && npm run record
import { writeFileSync } from "node:fs";
import { endpoint } from "@octokit/endpoint";

let seed = 20250607;
function random() { // mulberry32
  let t = (seed += 0x6d2b79f5);
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const chance = (p) => random() < p;
const pick = (list) => list[Math.floor(random() * list.length)];
const some = (list, most) => list.filter(() => chance(most / list.length));

const routes = `
GET /orgs/{org}/repos|GET /orgs/:org/repos|GET /user/repos|GET /users/{username}/events/public|GET /
GET /repos/{owner}/{repo}|GET /repos/:owner/:repo|GET repos/{owner}/{repo}/tags|HEAD /repos/{owner}/{repo}
GET /repos/{owner}/{repo}/contents/{+path}|GET /repos/{owner}/{repo}/contents/{path}{?ref}
GET /repos/{owner}/{repo}/git/ref/{+ref}|GET /repos/{owner}/{repo}/commits/{sha:7}|GET /repos/{owner}{/repo}
GET /repos/:owner/:repo/compare/:base...:head|GET /repos/{owner}/{repo}/compare/{base}...{head}{?page,per_page}
GET /search/issues|GET /search/code?per_page=50|GET /search/{kind}{?q,sort,order}|GET /search/repositories?order=desc{&q,page}
GET /repos/{owner}/{repo}/issues{?labels*}|GET /repos/{owner}/{repo}/issues{?labels,state}|GET /notifications{?since}
GET /repos/{owner}/{repo}/releases/tags/{tag}|GET /enterprises/{enterprise}/teams/{enterprise-team}/memberships
GET /repositories{?since}|GET /gists{/gist_id}|GET /files{/parts*}|GET /docs/{page}{#section}|GET {+next}
POST /orgs/{org}/repos|POST /repos/{owner}/{repo}/issues|POST /repos/:owner/:repo/issues/:issue_number/comments
POST /repos/{owner}/{repo}/git/refs|POST /repos/{owner}/{repo}/hooks|POST /graphql|POST /markdown|POST /markdown/raw
POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches|POST /login/oauth/access_token
POST https://uploads.github.com/repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}
POST {upload_url}/repos/:owner/:repo/releases/:release_id/assets{?name,label}
PATCH /repos/{owner}/{repo}|PATCH /repos/{owner}/{repo}/issues/{issue_number}|PATCH /gists/{gist_id}|PATCH /user
PUT /repos/{owner}/{repo}/contents/{+path}|PUT /user/starred/{owner}/{repo}|PUT /repos/{owner}/{repo}/topics
PUT /repos/{owner}/{repo}/branches/{branch}/protection|PUT /notifications|PUT /repos/{owner}/{repo}/pulls/{n}/merge
DELETE /repos/{owner}/{repo}|DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}|DELETE /user/emails
DELETE /repos/{owner}/{repo}/contents/{path}|DELETE /orgs/{org}/members/{username}{?reason}`.trim().split(/[|\n]/);

const words = `octokit hello-world main v1.2.3 .github a+b 50% a%2Fb c#|my repo|feature/login|fix #12|naïve café|日本語
@user (paren)|quote'"mark excl! x?y=z&w tab\there semi;colon back\\slash 😀 ~tilde star* [x] 2024-05-06T07:08:09Z`.split(/[|\n]| (?!repo|#12|café)/);
const paths = ["README.md", "docs/a b.md", "src/ünï/x.go", "heads/main", "a%20b/c", "pulls/1/head", "dir//file", "a+b/(c)"];
const word = () => (chance(0.7) ? pick(words.slice(0, 5)) : pick(words));
const value = () => (chance(0.15) ? Math.floor(random() * 1e6) : chance(0.05) ? chance(0.5) : word());
const variables = {
  path: () => pick(paths), ref: () => pick(paths), upload_url: () => "https://uploads.github.com",
  next: () => `https://api.github.com/repositories/1/issues?page=${Math.floor(random() * 9) + 2}`,
  labels: () => [word(), word()], parts: () => [word(), pick(paths)], sha: () => "5f2c3a7e9d1b", q: () => pick(["repo:o/r is:open", "c++ in:name", word()]),
};

// Query parameters, body members and headers as users set them.
const query = {
  per_page: () => pick([1, 30, 100]), page: () => 2, sort: () => "created", direction: () => "desc", state: () => "all",
  since: () => "2024-05-06T07:08:09Z", labels: () => [word(), "bug"], "ids[]": () => [1, 2], visibility: () => null,
  affiliation: () => [], q: () => variables.q(), "filter[kind]": () => word(), created: () => ({ gte: 1, lt: 9.5 }), type: () => "",
};
const body = {
  title: word, name: word, description: () => "line\n" + word() + " <b>&</b>", labels: () => [word(), "bug"], private: () => true,
  milestone: () => null, assignees: () => [], config: () => pick([{ url: "https://h.example/x?y=1", n: 1.5 }, { secret: null }]),
  inputs: () => ({ deep: { list: [1, { a: word() }] } }), homepage: () => "", issue_number: () => 7,
};
const types = [
  "application/vnd.github.v3+json", "application/vnd.service.v3+json", "application/vnd.github.raw", "application/octet-stream",
  "application/vnd.github.v3+json, application/json;q=0.9", "application/vnd.github.luke-cage-preview+json",
];
const fill = (from, most) => Object.fromEntries(some(Object.keys(from), most).map((key) => [key, from[key]()]));

function call() {
  const route = pick(routes);
  const [method, url] = route.split(" ");
  const options = {};
  const names = (url.match(/\{[^}]+\}|\/:\w+|\.:\w+/g) ?? []).join(" ").match(/[a-z][\w-]*/g) ?? [];
  const optional = (url.match(/\{[?&/#][^}]+\}/g) ?? []).join();
  for (const name of names) {
    options[name] = (variables[name] ?? value)();
    if (optional.includes(name) ? chance(0.4) : chance(0.01)) delete options[name];
    else if (chance(0.03) && !/url|next/.test(name)) options[name] = pick(["", null, ".", "..", "/x", "a?b#c"]);
    else if (chance(0.1) && /^(path|ref)$/.test(name)) options[name] = pick(["/x", "a?b#c"]);
  }
  const reads = /GET|HEAD/.test(method);
  Object.assign(options, fill(reads ? query : body, 2), options);
  const form = route.includes("oauth");
  if (form) Object.assign(options, { client_id: word(), scopes: [word(), "repo"], config: undefined, inputs: undefined, milestone: undefined });
  if (/assets|raw/.test(url) || (!form && chance(reads ? 0.01 : 0.05))) options.data = pick(["text", { a: [word()] }, [1, "b"]]);
  if (chance(0.3)) options.mediaType = { ...(chance(0.5) && { format: pick(["raw", "html", "full", "diff"]) }), ...(chance(0.7) && { previews: some(["luke-cage", "mercy-preview", "antiope"], 1.5) }) };
  if (chance(0.25) || form) options.headers = { ...(form && { "Content-Type": "application/x-www-form-urlencoded" }), ...(chance(0.4) && { Accept: pick(types) }),
    ...(chance(0.5) && { Authorization: "token 0123" }), ...(chance(0.1) && { "user-agent": "" }), ...(chance(0.1) && { "X-Count": 12 }) };
  if (chance(0.05)) options.request = { timeout: 500 };
  const defaults = [];
  while (chance(0.3)) defaults.push(pick([
    { per_page: 100 }, { owner: "octokit" }, { org: "acme" }, { config: { content_type: "json" } }, { headers: { "X-Trace": "1", accept: pick(types) } },
    { mediaType: { previews: ["antiope", "luke-cage"] } }, { mediaType: { format: "html" } }, { baseUrl: "https://ghe.example/api/v3/" }, { baseUrl: "http://127.0.0.1:8080" },
  ]));
  if (reads && defaults.some((d) => d.config)) defaults.length = 0;
  return chance(0.8) ? { defaults, route, options } : { defaults, options: { method, url, ...options } };
}

function ask({ defaults, route, options }) {
  let api = endpoint.defaults({ headers: { "user-agent": "recorder/1.0" } });
  for (const layer of defaults) api = api.defaults(layer);
  const args = route === undefined ? [options] : [route, options];
  const want = api(...args);
  // With a method that writes no query the URL is that of the template alone.
  const own = endpoint.parse({ ...api.merge(...args), method: "POST" }).url;
  return { ...want, url: own, added: want.url.slice(own.length + 1) };
}

const lines = Array.from({ length: 1000 }, () => JSON.parse(JSON.stringify(call()))).map((c) => JSON.stringify({ ...c, want: ask(c) }));
writeFileSync(new URL("testdata/answers.jsonl", import.meta.url), lines.join("\n") + "\n");
