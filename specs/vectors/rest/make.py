"""Makes vectors.json: requests and answers of the marketplace, for clients and for servers.

Everything here is written by hand from the contract, RFC 9110, RFC 9457 and the draft of the header
Idempotency-Key; the program adds lengths and layout. Run it in this folder; it changes nothing when the
file is right.
"""

import json

PROBLEM = "application/problem+json"
LISTING = {
    "id": 7, "user_id": 3, "title": "A bicycle", "description": "Rides well.", "status": "draft",
    "held": False, "images": [], "version": 1,
    "created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z",
}


def text(value):
    return json.dumps(value, separators=(",", ":"))


def answer(status, body=None, **headers):
    """The bytes of an answer, as one text."""
    kind = {} if body is None else {"Content-Type": PROBLEM if status >= 400 else "application/json"}
    payload = "" if body is None else text(body)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    length = {} if status in (204, 304) else {"Content-Length": len(payload.encode())}
    lines = ["HTTP/1.1 %d Status" % status]
    lines += ["%s: %s" % item for item in (kind | names | length | {"Connection": "close"}).items()]
    return "\r\n".join(lines) + "\r\n\r\n" + payload


def problem(status, code, **members):
    return {"type": "about:blank", "title": "Problem", "status": status, "code": code, **members}


def sent(method, target, body=None, **headers):
    request = {"method": method, "target": target}
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    if names:
        request["headers"] = names
    if body is not None:
        request["body"] = body
    return request


SESSION = "Bearer 0123456789abcdef0123456789abcdef"
KEY = "5f0b1c7e-2a64-4c37-9d7e-0f6a1b2c3d4e"
ISSUES = [{"in": "body", "pointer": "/title", "code": "max_length", "message": "at most 256 characters"}]
ONE, TWO = dict(LISTING), dict(LISTING, id=8, title="A tent")

client = [
    {"name": "a path parameter, and a body in `data`", "operation": "getListing",
     "request": {"path": {"listing_id": 7}},
     "exchanges": [{"send": sent("GET", "/v1/listings/7"), "answer": answer(200, {"data": ONE}, ETag='"1.kVb2Wq0Zt8mLx1Yc"')}],
     "result": {"status": 200, "body": {"data": ONE}}},
    {"name": "a page may be empty", "operation": "listListings",
     "request": {"query": {"limit": 2}},
     "exchanges": [{"send": sent("GET", "/v1/listings?limit=2"),
                    "answer": answer(200, {"data": [], "next_cursor": None})}],
     "result": {"status": 200, "body": {"data": [], "next_cursor": None}}},
    {"name": "a problem is an answer with its code", "operation": "getListing",
     "request": {"path": {"listing_id": 7}},
     "exchanges": [{"send": sent("GET", "/v1/listings/7"), "answer": answer(404, problem(404, "not_found"))}],
     "result": {"status": 404, "body": problem(404, "not_found")}},
    {"name": "a code that is new reaches the caller, and so does a member", "operation": "getListing",
     "request": {"path": {"listing_id": 7}},
     "exchanges": [{"send": sent("GET", "/v1/listings/7"),
                    "answer": answer(404, problem(404, "moved_away", since=2026))}],
     "result": {"status": 404, "body": problem(404, "moved_away", since=2026)}},
    {"name": "each fault of a request is listed", "operation": "createListing",
     "request": {"body": {"title": "A bicycle"}},
     "exchanges": [{"send": sent("POST", "/v1/listings", {"title": "A bicycle"}, content_type="application/json"),
                    "answer": answer(400, problem(400, "validation_failed", errors=ISSUES))}],
     "result": {"status": 400, "body": problem(400, "validation_failed", errors=ISSUES)}},
    {"name": "a condition goes out as it was read, and may fail", "operation": "updateListing",
     "request": {"path": {"listing_id": 7}, "headers": {"If-Match": '"1"'}, "body": {"title": "A tent"}},
     "exchanges": [{"send": sent("POST", "/v1/listings/7", {"title": "A tent"}, if_match='"1"'),
                    "answer": answer(412, problem(412, "precondition_failed"))}],
     "result": {"status": 412, "body": problem(412, "precondition_failed")}},
    {"name": "what is absent stays absent, and null is sent", "operation": "updateListing",
     "request": {"path": {"listing_id": 7}, "body": {"description": None}},
     "exchanges": [{"send": sent("POST", "/v1/listings/7", {"description": None}),
                    "answer": answer(200, {"data": dict(ONE, description=None)}, ETag='"2.kVb2Wq0Zt8mLx1Yc"')}],
     "result": {"status": 200, "body": {"data": dict(ONE, description=None)}}},
    {"name": "with a key a request that may have been done is sent again, with the same key",
     "operation": "createListing",
     "request": {"headers": {"Idempotency-Key": KEY}, "body": {"title": "A bicycle"}},
     "exchanges": [
         {"send": sent("POST", "/v1/listings", {"title": "A bicycle"}, idempotency_key=KEY, authorization=SESSION),
          "answer": answer(503, problem(503, "unavailable"), Retry_After="0")},
         {"send": sent("POST", "/v1/listings", {"title": "A bicycle"}, idempotency_key=KEY, authorization=SESSION),
          "answer": answer(201, {"data": ONE}, Location="/v1/listings/7", ETag='"1.kVb2Wq0Zt8mLx1Yc"')}],
     "result": {"status": 201, "body": {"data": ONE}}},
    {"name": "without a key a creation is not sent again", "operation": "createListing",
     "request": {"body": {"title": "A bicycle"}},
     "exchanges": [{"send": sent("POST", "/v1/listings", {"title": "A bicycle"}),
                    "answer": answer(503, problem(503, "unavailable"), Retry_After="0")}],
     "result": {"status": 503, "body": problem(503, "unavailable")}},
    {"name": "a read is sent again", "operation": "getListing",
     "request": {"path": {"listing_id": 7}},
     "exchanges": [
         {"send": sent("GET", "/v1/listings/7"), "answer": answer(503, problem(503, "unavailable"), Retry_After="0")},
         {"send": sent("GET", "/v1/listings/7"), "answer": answer(200, {"data": ONE}, ETag='"1.kVb2Wq0Zt8mLx1Yc"')}],
     "result": {"status": 200, "body": {"data": ONE}}},
    {"name": "pages follow each other by cursor, to the one that has none", "operation": "listListings",
     "request": {"query": {"limit": 1}}, "items": True,
     "exchanges": [
         {"send": sent("GET", "/v1/listings?limit=1"), "answer": answer(200, {"data": [ONE], "next_cursor": "c_-1"})},
         {"send": sent("GET", "/v1/listings?limit=1&cursor=c_-1"),
          "answer": answer(200, {"data": [TWO], "next_cursor": None})}],
     "result": [ONE, TWO]},
]


def step(send, status, body=None, keep=None, **headers):
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    if status >= 400:
        names = {"content-type": PROBLEM} | names
        body = {"type": "about:blank", "status": status} | (body or {})
    made = {"send": send, "answer": {"status": status, "headers": names}}
    if body is not None:
        made["answer"]["body"] = body
    if keep is not None:
        made["keep"] = keep
    return made


JSON = {"content_type": "application/json"}
BOB = {"authorization": "Bearer {token}"}
LOGIN = step(sent("POST", "/users/login", text({"username_or_email": "bob", "password": "{password}"}), **JSON),
             200, keep={"token": "/body/data/token"})


def post(target, body, **headers):
    return sent("POST", target, body if isinstance(body, str) else text(body), **JSON, **BOB, **headers)


server = [
    {"name": "who has no session is told so", "steps": [
        step(sent("POST", "/listings", text({"title": "A bicycle"}), **JSON), 401, {"code": "unauthorized"})]},
    {"name": "what is not there is not found", "steps": [
        LOGIN, step(sent("GET", "/listings/999999", **BOB), 404, {"code": "not_found"})]},
    {"name": "what is no JSON is malformed", "steps": [
        LOGIN, step(post("/listings", "{"), 400, {"code": "malformed_request"})]},
    {"name": "another type of body is refused", "steps": [
        LOGIN, step(sent("POST", "/listings", "title=A", content_type="application/x-www-form-urlencoded", **BOB),
                    415, {"code": "unsupported_media_type"})]},
    {"name": "each fault is pointed at", "steps": [
        LOGIN, step(post("/listings", {"title": 7, "colour": "red"}), 400,
                    {"code": "validation_failed", "errors": [{"pointer": "/title"}, {"pointer": "/colour"}]})]},
    {"name": "a condition that no longer holds fails, and changes nothing", "steps": [
        LOGIN,
        step(post("/listings", {"title": "A bicycle"}), 201, {"data": {"title": "A bicycle", "status": "draft"}},
             keep={"id": "/body/data/id", "etag": "/headers/etag"}),
        step(post("/listings/{id}", {"title": "A tent"}, if_match="{etag}"), 200, {"data": {"title": "A tent"}}),
        step(post("/listings/{id}", {"title": "A boat"}, if_match="{etag}"), 412, {"code": "precondition_failed"}),
        step(sent("GET", "/listings/{id}", **BOB), 200, {"data": {"title": "A tent"}})]},
    {"name": "a partial update leaves what is absent, and null clears", "steps": [
        LOGIN,
        step(post("/listings", {"title": "A bicycle", "description": "Rides well."}), 201,
             keep={"id": "/body/data/id"}),
        step(post("/listings/{id}", {"title": "A tent"}), 200, {"data": {"description": "Rides well."}}),
        step(post("/listings/{id}", {"description": None}), 200, {"data": {"title": "A tent", "description": None}})]},
    {"name": "a request with a key is done once, and its answer is repeated", "steps": [
        LOGIN,
        step(post("/listings", {"title": "A bicycle"}, idempotency_key=KEY), 201, keep={"id": "/body/data/id"}),
        step(post("/listings", {"title": "A bicycle"}, idempotency_key=KEY), 201, {"data": {"id": "{id}"}},
             idempotency_replayed="true"),
        step(post("/listings", {"title": "A tent"}, idempotency_key=KEY), 422, {"code": "idempotency_key_reused"})]},
    {"name": "pages follow each other by cursor, to the one that has none", "steps": [
        LOGIN,
        step(post("/listings", {"title": "one"}), 201),
        step(post("/listings", {"title": "two"}), 201),
        step(sent("GET", "/listings?user_id={user}&status=draft&limit=1", **BOB), 200, {"data": [{}]},
             keep={"cursor": "/body/next_cursor"}),
        step(sent("GET", "/listings?user_id={user}&status=draft&limit=1&cursor={cursor}", **BOB), 200,
             {"data": [{}], "next_cursor": None})]},
    {"name": "a cursor that was not given out is refused", "steps": [
        LOGIN, step(sent("GET", "/listings?cursor=bm90aGluZw", **BOB), 400, {"code": "validation_failed"})]},
]

with open("vectors.json", "w", encoding="utf-8", newline="\n") as file:
    json.dump({"client": client, "server": server}, file, indent=2)
    file.write("\n")
