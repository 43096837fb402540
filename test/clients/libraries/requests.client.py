"""Python's requests as it is: lists of parameters are repeated, the key is the user name of Basic; and a program written for Sheety."""

import os
import sys

try:
    import requests
except ImportError:
    print("python3-requests is not installed")
    sys.exit(77)

ORIGIN, PROJECT, KEY = (os.environ[name] for name in ("ORIGIN", "PROJECT", "KEY"))
compared = 0


def same(actual, expected):
    global compared
    compared += 1
    if actual != expected:
        raise AssertionError(f"{actual!r}, expected {expected!r}")


session = requests.Session()
session.auth = (KEY, "")
orders = f"{ORIGIN}/v1/{PROJECT}/orders"


def codes(**params):
    return [row["Code"] for row in session.get(orders, params=params).json()["data"]]


same(codes(Code__in=["o1", "o3"], _sort=["-Code", "_row"]), ["o3", "o1"])
same(codes(Total__between=[10, 22]), ["o1", "o2"])
two = session.get(orders, params={"Code": ["o1", "o2"]})
same((two.status_code, "Code__in" in two.json()["hint"]), (400, True))
made = session.post(orders, json={"Code": "p1", "Total": 1.5})
same(made.status_code, 201)
row = f"{orders}/{made.json()['data']['_id']}"
same(session.put(row, json={"Code": "p2"}).json()["data"]["Total"], None)
same(session.post(orders, data={"Code": "p3", "Paid": "true"}).json()["data"]["Paid"], True)
same(session.delete(row, headers={"Content-Type": "application/json"}).status_code, 204)
same(session.delete(orders, params={"Code": "p3"}).json()["meta"]["removed"], 1)
same(requests.get(f"{ORIGIN}/v2/orders").json()["code"], "not_found")

sheety = f"{ORIGIN}/compat/sheety/{PROJECT}/orders"
data = requests.get(url=sheety, auth=(KEY, "-")).json()["orders"]
same(len(data), 5)
changed = requests.put(url=f"{sheety}/{data[0]['id']}", json={"order": {"total": 12}}, auth=(KEY, "-"))
same(changed.json()["order"]["total"], 12)
print(f"repeated lists, writes, forms, a program of Sheety's, {compared} answers compared")
