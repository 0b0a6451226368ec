/** The client's notice of a retry, after the error of the previous attempt. */
const retryNotice = /^(Attempt|Healthcheck) \d+ failed\. Retrying in /;

/**
 * Drops the client's notices of retries. It prints each with its stack, past the logger, and has no
 * setting against it. The last try's error reaches the caller, and all other output passes.
 */
export function quietWeaviateLog(output: Pick<Console, 'warn'>): void {
  const { warn } = output;
  output.warn = (...parts: unknown[]) => {
    if (!retryNotice.test(String(parts[1]))) warn(...parts);
  };
}
