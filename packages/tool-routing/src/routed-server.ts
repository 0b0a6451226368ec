interface NamedText {
  readonly name: string;
  readonly description: string;
}

export interface RoutedTool extends NamedText {
  readonly title: string | null;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Searchable texts of a server and its tools. Untrusted. */
export interface RoutedServer extends NamedText {
  readonly instructions: string;
  readonly tools: readonly RoutedTool[];
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
}
