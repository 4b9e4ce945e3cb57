// Asks @octokit/endpoint: one question a line on stdin, one answer a line on
// stdout, both JSON. main.go starts it once.
import { createInterface } from "node:readline";
import { endpoint } from "@octokit/endpoint";

// The original goes by the order in which keys were set, so the same question
// can be asked in two orders.
function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).reverse().map(([key, v]) => [key, reversed(v)])
  );
}

function ask(question) {
  let { defaults, route, options } = question;
  if (question.reversed) [defaults, options] = [reversed(defaults), reversed(options)];
  let api = endpoint;
  for (const layer of defaults) api = api.defaults(layer);
  const args = route === undefined ? [options] : [route, options];
  const { url, ...answer } = api(...args);

  // Where the parts of the URL meet cannot be seen from outside. Without a
  // base address, and with a method that has no query, it is the path alone.
  const merged = api.merge(...args);
  const path = endpoint.parse({ ...merged, method: "POST", baseUrl: "" }).url;
  const base = /^http/.test(path) ? "" : merged.baseUrl;
  return { ...answer, base, path, query: url.slice((base + path).length) };
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = ask(JSON.parse(line));
  } catch (error) {
    answer = { throws: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
