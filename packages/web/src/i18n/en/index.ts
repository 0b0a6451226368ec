import { app } from './app.ts';
import { approvals } from './approvals.ts';
import { attachments } from './attachments.ts';
import { auth } from './auth.ts';
import { bulkActions } from './bulk-actions.ts';
import { chat } from './chat.ts';
import { collectionSettings } from './collection-settings.ts';
import { components } from './components.ts';
import { desk } from './desk.ts';
import { document } from './document.ts';
import { documentViewer } from './document-viewer.ts';
import { errors } from './errors.ts';
import { firstSteps } from './first-steps.ts';
import { folderUpload } from './folder-upload.ts';
import { help } from './help.ts';
import { library } from './library.ts';
import { modelProblems } from './model-problems.ts';
import { scope } from './scope.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { sharing } from './sharing.ts';
import { toolFailures } from './tool-failures.ts';
import { warnings } from './warnings.ts';

export const texts = {
  desk,
  app,
  approvals,
  attachments,
  auth,
  bulkActions,
  chat,
  collectionSettings,
  components,
  document,
  documentViewer,
  errors,
  firstSteps,
  folderUpload,
  help,
  library,
  modelProblems,
  scope,
  search,
  settings,
  sharing,
  toolFailures,
  warnings,
};
