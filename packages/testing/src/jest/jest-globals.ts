type Body = (...parameters: unknown[]) => unknown;
type Register = ((name: string, body?: Body, timeoutMs?: number) => void) & {
  each: (table: unknown) => (name: string, body: Body, timeoutMs?: number) => void;
};
type RegisterHook = (body: Body, timeoutMs?: number) => void;

const defaultTimeoutMs = 60_000;
const globals = globalThis as unknown as Record<'it', Register> &
  Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', RegisterHook> &
  Record<'describe' | 'expect' | 'jest', unknown>;

export const { describe, expect, jest } = globals;
export const it = withDeadlines(globals.it);
export const test = it;
export const beforeAll = hookWithDeadline(globals.beforeAll);
export const afterAll = hookWithDeadline(globals.afterAll);
export const beforeEach = hookWithDeadline(globals.beforeEach);
export const afterEach = hookWithDeadline(globals.afterEach);

/** The runner has no deadline of its own: a test that waits for ever would hold up all others. */
function withDeadlines(register: Register): Register {
  return Object.assign(
    (name: string, body?: Body, timeoutMs?: number) =>
      register(name, body && withDeadline(body, timeoutMs)),
    register,
    {
      each: (table: unknown) => (name: string, body: Body, timeoutMs?: number) =>
        register.each(table)(name, withDeadline(body, timeoutMs)),
    },
  );
}

function hookWithDeadline(register: RegisterHook): RegisterHook {
  return (body, timeoutMs) => register(withDeadline(body, timeoutMs));
}

function withDeadline(body: Body, timeoutMs = defaultTimeoutMs): Body {
  return async (...parameters) => {
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`The test did not end within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    try {
      return await Promise.race([body(...parameters), expired]);
    } finally {
      clearTimeout(timer);
    }
  };
}
