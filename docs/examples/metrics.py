# Serves prices to Prometheus on port 9847: APP_URL=… OWNER_KEY=… python3 metrics.py (Python 3.8 or newer)
import json, os, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def metrics():
    headers = {"Authorization": "Bearer " + os.environ["OWNER_KEY"], "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["APP_URL"] + "/watch.list", b'{"limit": 1000}', headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        rows = json.load(response)["rows"]
    for row in rows:
        if row["best"]:
            title = json.dumps(row["title"], ensure_ascii=False)
            yield f'price{{product={title},currency="{row["best"]["currency"]}"}} {row["best"]["price"]}\n'

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = "".join(metrics()).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9847"))), Handler).serve_forever()
