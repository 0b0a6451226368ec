import {
  changeEvaluationQuestionSchema,
  evaluationQuestionListSchema,
  evaluationQuestionSchema,
  evaluationRunDetailSchema,
  evaluationRunListSchema,
  evaluationRunSchema,
  evaluationSetListSchema,
  evaluationSetSchema,
  nameEvaluationSetSchema,
  saveEvaluationQuestionSchema,
  startEvaluationRunSchema,
} from '../evaluations.ts';
import { pageQuerySchema } from '../query-values.ts';
import type { Endpoint } from './endpoint.ts';

const set = {
  path: '/api/evaluation-sets/{id}',
  insidePath: '/rag/evaluation-sets/{id}',
  service: 'rag',
  access: 'admin',
  notFound: 'evaluation_set_not_found',
} as const;
const questions = {
  ...set,
  path: `${set.path}/questions`,
  insidePath: `${set.insidePath}/questions`,
} as const;
const question = {
  ...set,
  path: `${questions.path}/{question_id}`,
  insidePath: `${questions.insidePath}/{question_id}`,
} as const;
const runs = { ...set, path: `${set.path}/runs`, insidePath: `${set.insidePath}/runs` } as const;
const run = {
  ...set,
  path: `${runs.path}/{run_id}`,
  insidePath: `${runs.insidePath}/{run_id}`,
} as const;

export const evaluationEndpoints = {
  listEvaluationSets: {
    summary: 'List evaluation sets, by name',
    method: 'GET',
    path: '/api/evaluation-sets',
    service: 'rag',
    insidePath: '/rag/evaluation-sets',
    access: 'admin',
    query: pageQuerySchema,
    status: 200,
    response: evaluationSetListSchema,
  },
  createEvaluationSet: {
    summary: 'Begin an evaluation set',
    method: 'POST',
    path: '/api/evaluation-sets',
    service: 'rag',
    insidePath: '/rag/evaluation-sets',
    access: 'admin',
    body: nameEvaluationSetSchema,
    status: 201,
    response: evaluationSetSchema,
  },
  renameEvaluationSet: {
    ...set,
    summary: 'Rename an evaluation set',
    method: 'PATCH',
    body: nameEvaluationSetSchema,
    status: 200,
    response: evaluationSetSchema,
  },
  deleteEvaluationSet: {
    ...set,
    summary: 'Delete an evaluation set with its questions and runs',
    method: 'DELETE',
    audited: 'evaluation_set.deleted',
    status: 204,
  },
  listEvaluationQuestions: {
    ...questions,
    summary: 'List the questions of an evaluation set with their right answers',
    method: 'GET',
    query: pageQuerySchema,
    status: 200,
    response: evaluationQuestionListSchema,
  },
  saveEvaluationQuestion: {
    ...questions,
    summary: 'Add a question, or give one of the same words new answers',
    method: 'POST',
    repeatable: true,
    body: saveEvaluationQuestionSchema,
    status: 200,
    response: evaluationQuestionSchema,
  },
  changeEvaluationQuestion: {
    ...question,
    summary: 'Change the words or the right answers of a question',
    method: 'PATCH',
    body: changeEvaluationQuestionSchema,
    status: 200,
    response: evaluationQuestionSchema,
  },
  deleteEvaluationQuestion: {
    ...question,
    summary: 'Delete a question',
    method: 'DELETE',
    status: 204,
  },
  listEvaluationRuns: {
    ...runs,
    summary: 'List the runs of an evaluation set, the newest first',
    method: 'GET',
    query: pageQuerySchema,
    status: 200,
    response: evaluationRunListSchema,
  },
  startEvaluationRun: {
    ...runs,
    summary: 'Search every question with one or two settings and measure; it goes on by itself',
    method: 'POST',
    body: startEvaluationRunSchema,
    status: 202,
    response: evaluationRunSchema,
  },
  getEvaluationRun: {
    ...run,
    summary: 'Read how far a run is, and its figures once it is done',
    method: 'GET',
    status: 200,
    response: evaluationRunDetailSchema,
  },
  deleteEvaluationRun: {
    ...run,
    summary: 'Delete a run; one that is under way ends',
    method: 'DELETE',
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
