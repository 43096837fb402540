"""pandas as it is: reads CSV and JSON by address, and sends back what it writes, dates and whole numbers with fractions too."""

import os
import sys
import urllib.error
import urllib.parse
import urllib.request

try:
    import pandas
except ImportError:
    print("python3-pandas is not installed")
    sys.exit(77)

ORIGIN, PROJECT, KEY = (os.environ[name] for name in ("ORIGIN", "PROJECT", "KEY"))
compared = 0


def same(actual, expected):
    global compared
    compared += 1
    if actual != expected:
        raise AssertionError(f"{actual!r}, expected {expected!r}")


cafes = f"{ORIGIN}/v1/{PROJECT}/{urllib.parse.quote('Cafés 100 %')}"
key = {"Authorization": f"Bearer {KEY}"}


def sent(body, kind):
    request = urllib.request.Request(cafes, data=body.encode(), headers={**key, "Content-Type": kind}, method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        raise AssertionError(error.read().decode()) from None


table = pandas.read_csv(f"{cafes}.csv?_csv=raw", storage_options=key, parse_dates=["Since"])
same((len(table), int(table["Founded"].sum())), (40, sum(range(1990, 2030))))
same(str(table["Since"].dtype).split("[")[0], "datetime64")
same(len(pandas.read_json(f"{cafes}?_shape=array&_limit=7", storage_options=key)), 7)
same(len(pandas.read_json(f"{cafes}.ndjson", storage_options=key, lines=True)), 40)

more = table[["Name", "Founded", "Since", "Open"]].head(2).copy()
more["Founded"] = more["Founded"].astype(float)
same(sent(more.to_json(orient="records"), "application/json"), 201)
same(sent(more.to_json(orient="records", date_format="iso"), "application/json"), 201)
same(sent(more.to_csv(index=False), "text/csv"), 201)
again = pandas.read_csv(f"{cafes}.csv", storage_options=key, parse_dates=["Since"]).tail(6)
same(list(again["Since"]), list(more["Since"]) * 3)
same([int(year) for year in again["Founded"]], [1990, 1991] * 3)
print(f"read_csv, read_json, to_json, to_csv, {compared} answers compared")
