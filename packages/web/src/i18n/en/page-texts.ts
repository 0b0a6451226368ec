import { assistants } from './assistants.ts';
import { audit } from './audit.ts';
import { auditActions } from './audit-actions.ts';
import { auth } from './auth.ts';
import { bin } from './bin.ts';
import { bulkActions } from './bulk-actions.ts';
import { collectionSettings } from './collection-settings.ts';
import { connect } from './connect.ts';
import { desk } from './desk.ts';
import { document } from './document.ts';
import { evaluation } from './evaluation.ts';
import { evaluationSets } from './evaluation-sets.ts';
import { feedback } from './feedback.ts';
import { folderUpload } from './folder-upload.ts';
import { help } from './help.ts';
import { keys } from './keys.ts';
import { library } from './library.ts';
import { models } from './models.ts';
import { operations } from './operations.ts';
import { organisation } from './organisation.ts';
import { palette } from './palette.ts';
import { people } from './people.ts';
import { reparse } from './reparse.ts';
import { research } from './research.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { sharing } from './sharing.ts';
import { sources } from './sources.ts';
import { tools } from './tools.ts';
import { usage } from './usage.ts';

/** Texts of pages that few people open first; they are loaded when such a page is opened. */
export const pageTexts = {
  assistants,
  sharing,
  settings,
  search,
  library,
  help,
  folderUpload,
  desk,
  document,
  collectionSettings,
  bulkActions,
  audit,
  auditActions,
  auth,
  bin,
  connect,
  evaluation,
  evaluationSets,
  feedback,
  keys,
  models,
  operations,
  organisation,
  palette,
  people,
  reparse,
  research,
  sources,
  tools,
  usage,
};
