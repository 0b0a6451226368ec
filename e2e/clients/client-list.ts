/** A program or library that nobody here wrote. */
export interface ForeignClient {
  readonly name: string;
  readonly speaks: 'MCP' | 'OpenAI';
  /** Registry of the packages, of which the first is the client itself. */
  readonly from: 'npm' | 'pip';
  readonly packages: readonly string[];
  /** Packages that it asks for and is tried without. */
  readonly without?: readonly string[];
  /** The program of `adapters` that runs it. */
  readonly adapter: string;
}

const sdkV1 = '@modelcontextprotocol/sdk@1.32.2';

/** Every client of the table, in its order, at a version that was tried. */
export const clientList: readonly ForeignClient[] = [
  {
    name: 'MCP Inspector, command line',
    speaks: 'MCP',
    from: 'npm',
    packages: ['@modelcontextprotocol/inspector@2.12.0'],
    adapter: 'inspector.mjs',
  },
  {
    name: 'MCP SDK v1, TypeScript',
    speaks: 'MCP',
    from: 'npm',
    packages: [sdkV1],
    adapter: 'mcp-sdk-v1.mjs',
  },
  {
    name: 'mcp-remote',
    speaks: 'MCP',
    from: 'npm',
    packages: ['mcp-remote@0.15.1', sdkV1],
    adapter: 'mcp-remote.mjs',
  },
  {
    name: 'AI SDK, MCP client',
    speaks: 'MCP',
    from: 'npm',
    packages: ['@ai-sdk/mcp@2.0.99', 'ai@7.0.173'],
    adapter: 'ai-sdk-mcp.mjs',
  },
  {
    name: 'mcp, Python',
    speaks: 'MCP',
    from: 'pip',
    packages: ['mcp==2.3.0'],
    adapter: 'mcp-python.py',
  },
  {
    name: 'FastMCP',
    speaks: 'MCP',
    from: 'pip',
    packages: ['fastmcp==4.1.2'],
    adapter: 'fastmcp-python.py',
  },
  {
    name: 'LangChain MCP adapters',
    speaks: 'MCP',
    from: 'pip',
    packages: ['langchain-mcp-adapters==0.3.2'],
    adapter: 'langchain-mcp.py',
  },
  {
    name: 'LlamaIndex MCP tools',
    speaks: 'MCP',
    from: 'pip',
    packages: ['llama-index-tools-mcp==0.6.0'],
    adapter: 'llama-index-mcp.py',
  },
  {
    name: 'OpenAI Agents',
    speaks: 'MCP',
    from: 'pip',
    packages: ['openai-agents==0.24.0'],
    adapter: 'openai-agents.py',
  },
  {
    name: 'Pydantic AI',
    speaks: 'MCP',
    from: 'pip',
    packages: ['pydantic-ai-slim[mcp]==2.68.0'],
    adapter: 'pydantic-ai.py',
  },
  {
    name: 'openai, Node',
    speaks: 'OpenAI',
    from: 'npm',
    packages: ['openai@7.57.0'],
    adapter: 'openai-node.mjs',
  },
  {
    name: 'openai, Python',
    speaks: 'OpenAI',
    from: 'pip',
    packages: ['openai==3.54.0'],
    adapter: 'openai-python.py',
  },
  {
    name: 'LangChain ChatOpenAI',
    speaks: 'OpenAI',
    from: 'pip',
    packages: ['langchain-openai==1.7.3'],
    adapter: 'langchain-openai.py',
  },
  {
    name: 'LiteLLM',
    speaks: 'OpenAI',
    from: 'pip',
    packages: ['litellm==1.106.2'],
    adapter: 'litellm-python.py',
  },
  {
    name: 'AI SDK, openai-compatible',
    speaks: 'OpenAI',
    from: 'npm',
    packages: ['@ai-sdk/openai-compatible@3.0.92', 'ai@7.0.173'],
    adapter: 'ai-sdk-openai.mjs',
  },
  {
    name: 'Open WebUI, by its API',
    speaks: 'OpenAI',
    from: 'pip',
    packages: ['open-webui==0.12.4'],
    // Models of its own for search, speech and scans, PyTorch among them: 5 GB.
    without: [
      'accelerate',
      'faster-whisper',
      'opencv-python-headless',
      'rapidocr',
      'sentence-transformers',
    ],
    adapter: 'open-webui.py',
  },
];
