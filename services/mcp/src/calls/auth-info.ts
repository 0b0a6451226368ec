import { deadlineHeader, ownAgentHeader, type Principal } from '@lectern/contracts';
import { getPrincipal } from '@lectern/service';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Request } from 'express';
import { type Language, languages } from './languages.ts';

/** The caller and their deadline. It comes from the token, never from an argument. */
export interface Caller {
  readonly principal: Principal;
  /** The caller's internal token. */
  readonly token: string;
  readonly requestId: string;
  /** Milliseconds that the caller still waits, if known. */
  readonly deadlineMs: number | undefined;
  /** The call comes from the suite's own agent. It grants no right: any caller can claim it. */
  readonly isOwnAgent: boolean;
}

/** Returns the data that the SDK passes from the HTTP request to the server and its tools. */
export function toAuthInfo(request: Request): AuthInfo {
  const principal = getPrincipal(request);
  const token = request.token ?? '';
  const deadlineMs = Number(request.header(deadlineHeader));
  const caller: Caller = {
    principal,
    token,
    requestId: request.id,
    deadlineMs: deadlineMs > 0 ? deadlineMs : undefined,
    isOwnAgent: request.header(ownAgentHeader) !== undefined,
  };
  return { token, clientId: principal.userId, scopes: [...principal.scopes], extra: { caller } };
}

/** Adds the language of the tools' descriptions for this client. */
export function describeIn(auth: AuthInfo, language: Language): AuthInfo {
  return { ...auth, extra: { ...auth.extra, language } };
}

export function readLanguage(auth: AuthInfo | undefined): Language {
  return (auth?.extra?.language ?? languages[0]) as Language;
}

/** The tools that the server of one request needs; without a value all of them. */
export interface NeededTools {
  /** Names that are not listed for this caller. */
  readonly hidden?: readonly string[];
  /** Name of the called tool. */
  readonly called?: string | undefined;
  /** Cursor of the requested page; undefined: the first one. */
  readonly cursor?: string | undefined;
}

/** Adds the tools that this request needs. */
export function needTools(auth: AuthInfo, neededTools: NeededTools): AuthInfo {
  return { ...auth, extra: { ...auth.extra, neededTools } };
}

export function readNeededTools(auth: AuthInfo | undefined): NeededTools {
  return (auth?.extra?.neededTools ?? {}) as NeededTools;
}

export function readCaller(auth: AuthInfo | undefined): Caller | undefined {
  return auth?.extra?.caller as Caller | undefined;
}
