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

/** Which tools the server of one request needs; all of them where nothing is said. */
export interface NeededTools {
  /** Names that are not listed for this caller. */
  readonly hidden?: readonly string[];
  /** The one that is called. */
  readonly called?: string | undefined;
  /** The page of the list that is asked for; undefined: the first one. */
  readonly cursor?: string | undefined;
}

/** The same with the tools that this request needs. */
export function needTools(auth: AuthInfo, neededTools: NeededTools): AuthInfo {
  return { ...auth, extra: { ...auth.extra, neededTools } };
}

export function readNeededTools(auth: AuthInfo | undefined): NeededTools {
  return (auth?.extra?.neededTools ?? {}) as NeededTools;
}

export function readCaller(auth: AuthInfo | undefined): Caller | undefined {
  return auth?.extra?.caller as Caller | undefined;
}
