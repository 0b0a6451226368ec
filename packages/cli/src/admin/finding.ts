/** Finding of the doctor about one part. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly message: string;
}

export function ok(subject: string, message: string): Finding {
  return { level: 'ok', subject, message };
}

export function warn(subject: string, message: string): Finding {
  return { level: 'warn', subject, message };
}

export function fail(subject: string, message: string): Finding {
  return { level: 'fail', subject, message };
}
