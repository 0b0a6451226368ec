import json

import lectern
import mcp_checks
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec


async def get_tools(**settings):
    client = BasicMCPClient(lectern.mcp_url, **settings)
    tools = {tool.metadata.name: tool for tool in await McpToolSpec(client).to_tool_list_async()}
    # It raises where a description is longer than models take.
    for tool in tools.values():
        tool.metadata.to_openai_tool()
    return tools


async def call_tool(name, arguments):
    output = await (await get_tools(headers=lectern.headers))[name].acall(**arguments)
    return json.loads(output.raw_output.content[0].text)


mcp_checks.run(get_tools, call_tool)
