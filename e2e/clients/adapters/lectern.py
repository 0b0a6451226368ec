"""What every adapter of a Python client shares: the suite's address, and how a check is told."""

import asyncio
import json
import os
import traceback
import urllib.parse
import urllib.request

url = os.environ["LECTERN_URL"]
api_key = os.environ["LECTERN_API_KEY"]
question = os.environ["LECTERN_QUESTION"]
expected = os.environ["LECTERN_EXPECTED"]
document_id = os.environ["LECTERN_DOCUMENT"]

mcp_url = f"{url}/mcp"
v1_url = f"{url}/v1"
headers = {"Authorization": f"Bearer {api_key}"}
callback = "http://127.0.0.1:9/callback"


def tell(column, status, note):
    print(json.dumps({"column": column, "status": status, "note": note or ""}), flush=True)


async def check(column, work):
    """Runs a check and tells how it went; what the work gives is a note for the reader."""
    try:
        tell(column, "holds", await asyncio.wait_for(work(), 90))
    except BaseException as error:
        tell(column, "fails", "".join(traceback.format_exception(error))[-900:])


def leave_out(column, reason):
    """The client has no such thing, or keeps it from its users."""
    tell(column, "not there", reason)


def expect_answer(text):
    assert expected in text, f"not in the answer: {text[:300]}"


def expect_citation(output):
    """The citations of `rag_query_with_chunks`, from what a client hands on of the result."""
    told = str(output)[:300]
    citations = output["data"]["citations"] if output and "data" in output else []
    assert citations, f"no citation: {told}"
    assert citations[0]["document_id"] == document_id, f"the citation is of another document: {told}"
    assert citations[0]["quote"], f"the citation has no quote: {told}"


def consent(authorization_url):
    """Agrees as the owner does in a browser; gives the address to which the browser is sent back."""
    query = urllib.parse.urlencode({"url": authorization_url})
    with urllib.request.urlopen(f"{os.environ['LECTERN_CONSENT']}?{query}") as answer:
        return json.load(answer)["redirect"]


def create_oauth_provider():
    """The SDK's sign-in, which other clients take as well."""
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import OAuthClientMetadata

    class Storage:
        tokens = None
        client = None

        async def get_tokens(self):
            return self.tokens

        async def set_tokens(self, tokens):
            self.tokens = tokens

        async def get_client_info(self):
            return self.client

        async def set_client_info(self, client_info):
            self.client = client_info

    came_back = {}

    async def redirect(authorization_url):
        address = urllib.parse.urlparse(await asyncio.to_thread(consent, authorization_url))
        came_back.update(urllib.parse.parse_qsl(address.query))

    async def come_back():
        try:
            from mcp.client.auth import AuthorizationCodeResult
        except ImportError:
            return came_back["code"], came_back["state"]
        return AuthorizationCodeResult(
            code=came_back["code"], state=came_back["state"], iss=came_back.get("iss")
        )

    return OAuthClientProvider(
        server_url=mcp_url,
        client_metadata=OAuthClientMetadata(
            client_name="Tried client",
            redirect_uris=[callback],
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
            token_endpoint_auth_method="none",
        ),
        storage=Storage(),
        redirect_handler=redirect,
        callback_handler=come_back,
    )
