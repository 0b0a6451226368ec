export { describeFailure } from './describe-failure.ts';
export { type ExportSiteOptions, exportSite } from './export-site.ts';
export { type ImportSiteOptions, importSite } from './import-site.ts';
export { TransferError } from './transfer-error.ts';
export { describeContents, type Report } from './transfer-report.ts';
