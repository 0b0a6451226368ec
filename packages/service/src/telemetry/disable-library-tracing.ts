/** LangGraph would send its runs to LangSmith by itself, with their texts. */
export function disableLibraryTracing(environment: Record<string, string | undefined>): void {
  for (const name of ['LANGSMITH_TRACING', 'LANGCHAIN_TRACING']) {
    delete environment[name];
    delete environment[`${name}_V2`];
  }
}
