import { app } from './app.ts';
import { approvals } from './approvals.ts';
import { attachments } from './attachments.ts';
import { chat } from './chat.ts';
import { components } from './components.ts';
import { documentViewer } from './document-viewer.ts';
import { errors } from './errors.ts';
import { firstSteps } from './first-steps.ts';
import { modelProblems } from './model-problems.ts';
import { scope } from './scope.ts';
import { toolFailures } from './tool-failures.ts';
import { warnings } from './warnings.ts';

export const texts = {
  app,
  approvals,
  attachments,
  chat,
  components,
  documentViewer,
  errors,
  firstSteps,
  modelProblems,
  scope,
  toolFailures,
  warnings,
};
