import json

import lectern
import mcp_checks
from langchain_mcp_adapters.client import MultiServerMCPClient


async def get_tools(**settings):
    connection = {"transport": "streamable_http", "url": lectern.mcp_url, **settings}
    tools = await MultiServerMCPClient({"lectern": connection}).get_tools()
    return {tool.name: tool for tool in tools}


async def call_tool(name, arguments):
    [content] = await (await get_tools(headers=lectern.headers))[name].ainvoke(arguments)
    return json.loads(content["text"])


mcp_checks.run(get_tools, call_tool)
