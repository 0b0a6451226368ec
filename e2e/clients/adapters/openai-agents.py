import lectern
import mcp_checks
from agents.mcp import MCPServerStreamableHttp, MCPUtil


def open_server(**settings):
    return MCPServerStreamableHttp(
        params={"url": lectern.mcp_url, "timeout": 30, **settings},
        client_session_timeout_seconds=60,
    )


async def list_tools(**settings):
    async with open_server(**settings) as server:
        tools = await server.list_tools()
        for tool in tools:
            MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)
        return [tool.name for tool in tools]


async def call_tool(name, arguments):
    async with open_server(headers=lectern.headers) as server:
        return mcp_checks.read_result(await server.call_tool(name, arguments))


mcp_checks.run(
    list_tools,
    call_tool,
    list_note=", also in strict form",
    # Models send every argument of a strict form, the optional ones as null.
    search_arguments={"query": lectern.question, "limit": None, "include_sources": None},
)
