// Weather prints the weather of a city.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"example.com/endpoint"
)

type client struct {
	endpoint.Endpoint
	lang string
}

func newClient(key, lang string) client {
	return client{endpoint.New(
		endpoint.Options{BaseURL: "https://api.openweathermap.org"},
		endpoint.Headers{"accept": "application/json"},
		endpoint.Query{"appid": key, "units": "metric"},
	), lang}
}

type place struct {
	Name string  `json:"name"`
	Lat  float64 `json:"lat"`
	Lon  float64 `json:"lon"`
}

func (c client) get(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.HTTPRequest(ctx, route, layers...)
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

func (c client) find(ctx context.Context, city, country string) (places []place, err error) {
	err = c.get(ctx, &places, "GET /geo/1.0/direct", endpoint.Params{
		"q":     city + "," + country,
		"limit": 1,
		"units": nil,
	})
	return places, err
}

func (c client) now(ctx context.Context, p place) (map[string]any, error) {
	var weather map[string]any
	err := c.get(ctx, &weather, "GET /data/2.5/weather{?lat,lon,lang}", endpoint.Params{
		"lat": p.Lat, "lon": p.Lon, "lang": c.lang,
	})
	return weather, err
}

func (c client) forecast(ctx context.Context, p place, days int) (map[string]any, error) {
	var forecast map[string]any
	err := c.get(ctx, &forecast, "GET /data/2.5/forecast/daily",
		endpoint.Query{"lat": strconv.FormatFloat(p.Lat, 'f', 4, 64), "lon": strconv.FormatFloat(p.Lon, 'f', 4, 64)},
		endpoint.Query{"cnt": fmt.Sprintf("%d", days), "lang": c.lang})
	return forecast, err
}

func (c client) tile(layer string, zoom, x, y int) (endpoint.Request, error) {
	return c.Build(fmt.Sprintf("GET https://tile.openweathermap.org/map/{layer}/%d/%d/%d.png", zoom, x, y),
		endpoint.Path{"layer": layer}, endpoint.Headers{"accept": "image/png"}, endpoint.Query{"units": endpoint.Unset})
}

func (c client) register(ctx context.Context, id string, p place) (map[string]any, error) {
	var station map[string]any
	err := c.get(ctx, &station, "PUT /data/3.0/stations/{station_id}",
		endpoint.Path{"station_id": id}, endpoint.ParamsOf(p), endpoint.Params{"external_id": "demo-" + id})
	return station, err
}

func run(ctx context.Context, key, city string) error {
	c := newClient(key, "en")
	places, err := c.find(ctx, city, "DE")
	if err != nil {
		return err
	}
	if len(places) == 0 {
		return errors.New("no such place")
	}
	weather, err := c.now(ctx, places[0])
	if err != nil {
		return err
	}
	fmt.Println(weather["main"])
	return nil
}

func main() {
	if err := run(context.Background(), os.Getenv("OPENWEATHER_KEY"), "Berlin"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
