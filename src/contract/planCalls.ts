import Type, { type Static } from 'typebox';
import { planNames } from './plans';
import { oneOf } from './schemaParts';

export const planNameSchema = oneOf(planNames);

/** Body of `PUT /api/plan`. */
export const planChoiceSchema = Type.Object({ plan: planNameSchema }, { additionalProperties: false });
export type PlanChoice = Static<typeof planChoiceSchema>;

/** A plan in a response; see `Plan` in `plans.ts` for the units. */
export const planAnswerSchema = Type.Object({
  id: planNameSchema,
  name: Type.String(),
  price: Type.Integer(),
  projects: Type.Integer(),
  requestsPerMonth: Type.Integer(),
  requestsPerMinute: Type.Integer(),
  rowsPerTab: Type.Integer(),
  uploadBytes: Type.Integer(),
  shortestRefresh: Type.Integer(),
  historyDays: Type.Integer(),
});
export type PlanAnswer = Static<typeof planAnswerSchema>;

/** Response of `GET /api/plans` and `PUT /api/plan`: all plans, the person's plan, and its usage. */
export const plansAnswerSchema = Type.Object({
  /** Whether the server enforces plans. */
  mode: oneOf(['unlimited', 'tiered']),
  /** The person's plan; null if the server has no plans. */
  plan: Type.Union([planNameSchema, Type.Null()]),
  /** In ascending order. */
  plans: Type.Array(planAnswerSchema),
  /** Maximum size of a person's drive in bytes, on every plan. */
  driveBytes: Type.Integer(),
  used: Type.Object({
    projects: Type.Integer(),
    /** Requests in this calendar month (UTC), without 304 responses; the last seconds may be missing. */
    requestsThisMonth: Type.Integer(),
    /** Rows of the largest tab of all projects. */
    rowsPerTab: Type.Integer(),
    /** Size of the drive in bytes. */
    drive: Type.Integer(),
  }),
});
export type PlansAnswer = Static<typeof plansAnswerSchema>;
