# Receives Tidemark's webhooks: SECRET=whsec_… PORT=8080 python3 receive.py (Python 3.8 or newer)
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SECRET"].encode()
# The second one is sent for a day after the secret has been changed.
SIGNATURE_HEADERS = ["X-Service-Signature", "X-Service-Signature-Next"]
TOLERANCE_SECONDS = 300
seen = set()


def is_genuine(header, body):
    """Whether body, the raw bytes, was signed with the secret in the last five minutes."""
    found = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", header or "")
    if not found:
        return False
    seconds, signature = found.groups()
    if abs(time.time() - int(seconds)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(SECRET, seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)


class Receiver(BaseHTTPRequestHandler):
    def read_body(self):
        # A proxy may pass the body on in chunks, without its length.
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        return body

    def do_POST(self):
        body = self.read_body()
        if not any(is_genuine(self.headers.get(name), body) for name in SIGNATURE_HEADERS):
            return self.answer(400)
        event = json.loads(body)
        # A delivery may arrive twice; its id stays the same.
        if event["id"] not in seen:
            price = event["data"]["price"] or {}
            print(event["event"], event["data"]["product"]["title"], price.get("current", ""), flush=True)
        seen.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print("listening on", server.server_port, flush=True)
server.serve_forever()
