import type { Texts } from '../en/index.ts';
import { app } from './app.ts';
import { approvals } from './approvals.ts';
import { attachments } from './attachments.ts';
import { audit } from './audit.ts';
import { auditActions } from './audit-actions.ts';
import { auth } from './auth.ts';
import { bulkActions } from './bulk-actions.ts';
import { chat } from './chat.ts';
import { collectionSettings } from './collection-settings.ts';
import { components } from './components.ts';
import { connect } from './connect.ts';
import { document } from './document.ts';
import { documentViewer } from './document-viewer.ts';
import { errors } from './errors.ts';
import { evaluation } from './evaluation.ts';
import { evaluationSets } from './evaluation-sets.ts';
import { feedback } from './feedback.ts';
import { firstSteps } from './first-steps.ts';
import { folderUpload } from './folder-upload.ts';
import { help } from './help.ts';
import { keys } from './keys.ts';
import { library } from './library.ts';
import { modelProblems } from './model-problems.ts';
import { models } from './models.ts';
import { operations } from './operations.ts';
import { organisation } from './organisation.ts';
import { people } from './people.ts';
import { research } from './research.ts';
import { scope } from './scope.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { sharing } from './sharing.ts';
import { toolFailures } from './tool-failures.ts';
import { tools } from './tools.ts';
import { warnings } from './warnings.ts';

export const texts: Texts = {
  app,
  approvals,
  attachments,
  audit,
  auditActions,
  auth,
  bulkActions,
  chat,
  collectionSettings,
  components,
  connect,
  document,
  documentViewer,
  errors,
  evaluation,
  evaluationSets,
  feedback,
  firstSteps,
  folderUpload,
  help,
  keys,
  library,
  modelProblems,
  models,
  operations,
  organisation,
  people,
  research,
  scope,
  search,
  settings,
  sharing,
  toolFailures,
  tools,
  warnings,
};
