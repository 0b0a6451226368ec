import lectern
import mcp_checks
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


def open_client(**settings):
    http = create_mcp_http_client(**settings)
    return Client(streamable_http_client(lectern.mcp_url, http_client=http))


async def list_tools(**settings):
    async with open_client(**settings) as client:
        return [tool.name for tool in (await client.list_tools()).tools]


async def call_tool(name, arguments):
    async with open_client(headers=lectern.headers) as client:
        return mcp_checks.read_result(await client.call_tool(name, arguments))


mcp_checks.run(
    list_tools,
    call_tool,
    search_arguments={**mcp_checks.search_arguments, "collection_filter": None},
)
