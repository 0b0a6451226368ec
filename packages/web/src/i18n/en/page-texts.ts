import { audit } from './audit.ts';
import { auditActions } from './audit-actions.ts';
import { bin } from './bin.ts';
import { connect } from './connect.ts';
import { evaluation } from './evaluation.ts';
import { evaluationSets } from './evaluation-sets.ts';
import { feedback } from './feedback.ts';
import { keys } from './keys.ts';
import { models } from './models.ts';
import { operations } from './operations.ts';
import { organisation } from './organisation.ts';
import { people } from './people.ts';
import { research } from './research.ts';
import { tools } from './tools.ts';
import { usage } from './usage.ts';

/** Texts of pages that few people open first; they are loaded when such a page is opened. */
export const pageTexts = {
  audit,
  auditActions,
  bin,
  connect,
  evaluation,
  evaluationSets,
  feedback,
  keys,
  models,
  operations,
  organisation,
  people,
  research,
  tools,
  usage,
};
