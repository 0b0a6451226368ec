import { deadlineHeader, type Principal } from '@lectern/contracts';
import { getPrincipal } from '@lectern/service';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Request } from 'express';
import { type Language, languages } from './languages.ts';

/** Who calls and how long they wait. Never an argument: it comes from the caller's token. */
export interface Caller {
  readonly principal: Principal;
  /** The caller's internal token. */
  readonly token: string;
  readonly requestId: string;
  /** Milliseconds that the caller still waits, when it said so. */
  readonly deadlineMs: number | undefined;
}

/** What the SDK carries from the HTTP request to the server and its tools. */
export function toAuthInfo(request: Request): AuthInfo {
  const principal = getPrincipal(request);
  const token = request.token ?? '';
  const deadlineMs = Number(request.header(deadlineHeader));
  const caller: Caller = {
    principal,
    token,
    requestId: request.id,
    deadlineMs: deadlineMs > 0 ? deadlineMs : undefined,
  };
  return { token, clientId: principal.userId, scopes: [...principal.scopes], extra: { caller } };
}

/** The same with the language in which the tools are described to this client. */
export function describeIn(auth: AuthInfo, language: Language): AuthInfo {
  return { ...auth, extra: { ...auth.extra, language } };
}

export function readLanguage(auth: AuthInfo | undefined): Language {
  return (auth?.extra?.language ?? languages[0]) as Language;
}

/** The same for a request that lists the tools, but for those of these names. */
export function hideTools(auth: AuthInfo, hiddenTools: readonly string[]): AuthInfo {
  return { ...auth, extra: { ...auth.extra, hiddenTools } };
}

export function readHiddenTools(auth: AuthInfo | undefined): readonly string[] {
  return (auth?.extra?.hiddenTools ?? []) as readonly string[];
}

export function readCaller(auth: AuthInfo | undefined): Caller | undefined {
  return auth?.extra?.caller as Caller | undefined;
}
