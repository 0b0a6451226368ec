import lectern
import mcp_checks
from pydantic_ai.mcp import MCPToolset


def open_toolset(**settings):
    return MCPToolset(lectern.mcp_url, **settings)


async def list_tools(**settings):
    async with open_toolset(**settings) as toolset:
        return [tool.name for tool in await toolset.list_tools()]


async def call_tool(name, arguments):
    async with open_toolset(headers=lectern.headers) as toolset:
        return await toolset.direct_call_tool(name, arguments)


mcp_checks.run(list_tools, call_tool)
