# Prints what is at or below its target: APP_URL=… OWNER_KEY=… python3 targets.py (Python 3.8 or newer)
import json, os, urllib.request

def call(operation, body={}):
    headers = {"Authorization": "Bearer " + os.environ["OWNER_KEY"], "Content-Type": "application/json"}
    url = os.environ["APP_URL"] + "/" + operation
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)

after = {}
while True:
    page = call("watch.list", after)
    for row in page["rows"]:
        best, target = row["best"], row["target"]
        if best and target and best["currency"] == target["currency"] and best["price"] <= target["price"]:
            print(f'{row["title"]}: {best["price"]:.2f} {best["currency"]} at {best["retailer"]}')
    if page["next"] is None:
        break
    after = {"after": page["next"]}
