import { snippetFor } from '../../../src/app/snippets/snippetFor';
import { adding, deleting, listing } from './requests';

it('curl', () => {
  expect(snippetFor('curl', listing)).toBe(
    "curl 'https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans?origin=Ethiopia&_limit=2'",
  );
  expect(snippetFor('curl', adding)).toBe(`curl --request POST 'https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans' \\
  --header 'Authorization: Bearer tp_sk_abc' \\
  --header 'Content-Type: application/json' \\
  --data-raw '{"name":"Kaffa","price":17.5,"in stock":true,"tags":["a",null]}'`);
});

it('JavaScript', () => {
  expect(snippetFor('javascript', listing)).toBe(`const url = new URL(
  "/v1/k3v9tq2mxa7rfw5d/beans",
  "https://tabpoint.example"
);
url.searchParams.set("origin", "Ethiopia");
url.searchParams.set("_limit", "2");

const res = await fetch(url);
const { data, meta } = await res.json();`);
  expect(snippetFor('javascript', adding)).toBe(`const url = "https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans";

const res = await fetch(url, {
  method: "POST",
  headers: {
    Authorization: "Bearer tp_sk_abc",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    name: "Kaffa",
    price: 17.5,
    "in stock": true,
    tags: [
      "a",
      null,
    ],
  }),
});
const { data } = await res.json();`);
});

it('TypeScript, with a type generated from the columns', () => {
  expect(snippetFor('typescript', listing)).toBe(`interface Row {
  _id: string;
  name: string;
  price: number | null;
  "in stock": boolean;
  harvested: string | null;
}

const url = new URL(
  "/v1/k3v9tq2mxa7rfw5d/beans",
  "https://tabpoint.example"
);
url.searchParams.set("origin", "Ethiopia");
url.searchParams.set("_limit", "2");

const res = await fetch(url);
const { data, meta }: { data: Row[]; meta: { total: number; revision: number } } = await res.json();`);
  expect(snippetFor('typescript', adding)).toContain('const { data }: { data: Row } = await res.json();');
  expect(snippetFor('typescript', deleting)).toBe(snippetFor('javascript', deleting));
});

it('Python', () => {
  expect(snippetFor('python', listing)).toBe(`import requests

res = requests.get(
    "https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans",
    params={"origin": "Ethiopia", "_limit": "2"},
)
res.raise_for_status()
rows = res.json()["data"]`);
  expect(snippetFor('python', adding)).toBe(`import requests

res = requests.post(
    "https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans",
    headers={"Authorization": "Bearer tp_sk_abc"},
    json={
        "name": "Kaffa",
        "price": 17.5,
        "in stock": True,
        "tags": [
            "a",
            None,
        ],
    },
)
res.raise_for_status()
row = res.json()["data"]`);
});

it('PHP', () => {
  expect(snippetFor('php', listing)).toBe(`<?php
$query = http_build_query([
    'origin' => 'Ethiopia',
    '_limit' => '2',
]);
$curl = curl_init('https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans?' . $query);
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = json_decode(curl_exec($curl), true);
$rows = $answer['data'];`);
  expect(snippetFor('php', adding)).toBe(`<?php
$curl = curl_init('https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer tp_sk_abc',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode((object) [
        'name' => 'Kaffa',
        'price' => 17.5,
        'in stock' => true,
        'tags' => [
            'a',
            null,
        ],
    ]),
]);
$answer = json_decode(curl_exec($curl), true);
$row = $answer['data'];`);
});

it('Go', () => {
  expect(snippetFor('go', listing)).toBe(`package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
)

func main() {
	query := url.Values{}
	query.Add("origin", "Ethiopia")
	query.Add("_limit", "2")
	address := "https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans?" + query.Encode()
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		panic(err)
	}

	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Status, string(body))
}`);
  const code = snippetFor('go', adding);
  expect(code).toContain('\t"strings"\n');
  expect(code).not.toContain('"net/url"');
  expect(code).toContain(`http.NewRequest("POST", address, strings.NewReader(\`${adding.body}\`))`);
  expect(code).toContain('req.Header.Set("Authorization", "Bearer tp_sk_abc")');
});
