// Package mapbox finds places and ways.
package mapbox

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/png"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Point is a longitude and latitude.
type Point struct{ Lon, Lat float64 }

// String returns the point as the API writes it.
func (p Point) String() string { return fmt.Sprintf("%g,%g", p.Lon, p.Lat) }

func join(points []Point) string {
	s := make([]string, len(points))
	for i, p := range points {
		s[i] = p.String()
	}
	return strings.Join(s, ";")
}

// Map is a client.
type Map struct {
	api endpoint.Endpoint
}

// New returns a client.
func New(accessToken string) Map {
	return Map{endpoint.New(
		endpoint.Options{
			BaseURL: "https://api.mapbox.com",
			Lists:   endpoint.ListComma,
			Query:   endpoint.Query{"access_token": accessToken},
		},
		endpoint.Headers{"accept": "application/json"},
	)}
}

func (m Map) get(ctx context.Context, out any, template string, layers ...endpoint.Layer) error {
	all := make([]endpoint.Layer, 0, len(layers)+1)
	all = append(all, endpoint.Options{Method: http.MethodGet, URL: template})
	all = append(all, layers...)
	req, err := m.api.HTTPRequest(ctx, "", all...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// GeocodeOptions restrict where to look.
type GeocodeOptions struct {
	Country   []string `url:"country,omitempty"`
	Types     []string `url:"types,omitempty"`
	Proximity *Point   `url:"proximity,omitempty"`
	Limit     int      `url:"limit,omitempty"`
	Language  string   `url:"language,omitempty"`
}

// Forward finds a place.
func (m Map) Forward(ctx context.Context, text string, opts *GeocodeOptions) (out map[string]any, err error) {
	err = m.get(ctx, &out, "/search/geocode/v6/forward", endpoint.Query{"q": text}, endpoint.ParamsOf(opts))
	return out, err
}

// Reverse finds what is at a point.
func (m Map) Reverse(ctx context.Context, p Point) (out map[string]any, err error) {
	err = m.get(ctx, &out, "/search/geocode/v6/reverse", endpoint.Query{"longitude": p.Lon, "latitude": p.Lat})
	return out, err
}

// Directions finds a way.
func (m Map) Directions(ctx context.Context, profile string, points []Point, alternatives bool) (out map[string]any, err error) {
	err = m.get(ctx, &out, "/directions/v5/mapbox/{profile}/{coordinates}",
		endpoint.Path{"profile": profile, "coordinates": join(points)},
		endpoint.Query{"alternatives": alternatives, "geometries": "geojson", "annotations": []string{"duration", "distance"}})
	return out, err
}

// Matrix returns how long it takes between points.
func (m Map) Matrix(ctx context.Context, profile string, points ...Point) (out map[string]any, err error) {
	err = m.get(ctx, &out, "/directions-matrix/v1/mapbox/{profile}/{coordinates}", endpoint.Params{
		"profile":     profile,
		"coordinates": join(points),
		"sources":     "all",
	})
	return out, err
}

// Static builds the request for an image.
func (m Map) Static(ctx context.Context, style string, center Point, zoom int, size image.Point, retina bool) (*http.Request, error) {
	scale := "@1x"
	if retina {
		scale = "@2x"
	}
	return m.api.HTTPRequest(ctx, "GET /styles/v1/mapbox/{style}/static/{lon},{lat},{zoom}/{w}x{h}{+scale}",
		endpoint.Headers{"accept": "image/png"},
		endpoint.Path{
			"style": style,
			"lon":   center.Lon, "lat": center.Lat, "zoom": zoom,
			"w": size.X, "h": size.Y, "scale": scale,
		})
}

// Tokens lists the tokens of an account.
func (m Map) Tokens(ctx context.Context, user string, limit int) (out []map[string]any, err error) {
	err = m.get(ctx, &out, "/tokens/v2/{username}", endpoint.Path{"username": user}, endpoint.Query{"limit": limit, "sortby": "created"})
	return out, err
}

// DeleteTileset deletes a tileset.
func (m Map) DeleteTileset(ctx context.Context, id string) (*http.Request, error) {
	return m.api.HTTPRequest(ctx, "DELETE /tilesets/v1/{tileset}", endpoint.Path{"tileset": id})
}
