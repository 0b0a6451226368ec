/** The client's notice of a retry, after the error of the previous attempt. */
const retryNotice = /^(Attempt|Healthcheck) \d+ failed\. Retrying in /;

// The client prints each retry with its stack, past the logger, and has no setting against it. The
// last try's error reaches the caller, so nothing is lost. Whatever else is printed passes.
// biome-ignore lint/suspicious/noConsole: this is what the client writes to
const print = console.warn;
console.warn = (...parts: unknown[]) => {
  if (!retryNotice.test(String(parts[1]))) print(...parts);
};
