export type {
  ApprovalData,
  CitationsData,
  RouteData,
  StatusData,
  StreamPart,
} from '@lectern/contracts';
