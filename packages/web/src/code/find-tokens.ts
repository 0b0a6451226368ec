import bash from '@speed-highlight/core/languages/bash.js';
import c from '@speed-highlight/core/languages/c.js';
import css from '@speed-highlight/core/languages/css.js';
import diff from '@speed-highlight/core/languages/diff.js';
import docker from '@speed-highlight/core/languages/docker.js';
import go from '@speed-highlight/core/languages/go.js';
import html from '@speed-highlight/core/languages/html.js';
import ini from '@speed-highlight/core/languages/ini.js';
import java from '@speed-highlight/core/languages/java.js';
import js from '@speed-highlight/core/languages/js.js';
import json from '@speed-highlight/core/languages/json.js';
import py from '@speed-highlight/core/languages/py.js';
import rs from '@speed-highlight/core/languages/rs.js';
import sql from '@speed-highlight/core/languages/sql.js';
import toml from '@speed-highlight/core/languages/toml.js';
import ts from '@speed-highlight/core/languages/ts.js';
import xml from '@speed-highlight/core/languages/xml.js';
import yaml from '@speed-highlight/core/languages/yaml.js';
import { tokenizeWith } from '@speed-highlight/core/tokenize';

/** A coloured part of a code, in UTF-16 units. */
export interface Token {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const languages = {
  ...{
    bash,
    c,
    css,
    diff,
    docker,
    go,
    html,
    ini,
    java,
    js,
    json,
    py,
    rs,
    sql,
    toml,
    ts,
    xml,
    yaml,
  },
  ...{ sh: bash, shell: bash, console: bash, cpp: c, 'c++': c, h: c },
  ...{ dockerfile: docker, golang: go, javascript: js, jsx: js, mjs: js, jsonc: json },
  ...{ python: py, rust: rs, typescript: ts, tsx: ts, svg: xml, yml: yaml },
} as const;

/** A longer code stays plain, because its tokens are found in one task. */
const maxLength = 20_000;
/** The patterns of the languages take time in the square of a line's length. */
const longLine = /.{501}/;

/** Returns the coloured parts of a code in order; none in an unknown language. */
export function findTokens(text: string, language: string): readonly Token[] {
  const name = language.toLowerCase();
  if (!Object.hasOwn(languages, name) || text.length > maxLength || longLine.test(text)) return [];
  const tokens: Token[] = [];
  let at = 0;
  const take = (piece: string, kind?: string) => {
    if (kind && piece !== '') tokens.push({ kind, start: at, end: at + piece.length });
    at += piece.length;
  };
  tokenizeWith(text, languages[name as keyof typeof languages], take, { languages });
  return tokens;
}
