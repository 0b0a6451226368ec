/** Texts that the first page needs. */
export { app } from './app.ts';
export { approvals } from './approvals.ts';
export { attachments } from './attachments.ts';
export { chat } from './chat.ts';
export { common } from './common.ts';
export { documentViewer } from './document-viewer.ts';
export { errors } from './errors.ts';
export { firstSteps } from './first-steps.ts';
export { modelProblems } from './model-problems.ts';
export { scope } from './scope.ts';
export { toolFailures } from './tool-failures.ts';
export { warnings } from './warnings.ts';
