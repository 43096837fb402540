import Type, { type Static } from 'typebox';
import { planNames } from './plans';
import { oneOf } from './schemaParts';

export const planNameSchema = oneOf(planNames);

/** Body of `PUT /api/plan`. */
export const planChoiceSchema = Type.Object({ plan: planNameSchema }, { additionalProperties: false });
export type PlanChoice = Static<typeof planChoiceSchema>;

/** A plan as it is answered; see `Plan` in `plans.ts` for the units. */
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

/** Answer of `GET /api/plans` and `PUT /api/plan`: the table, the person's own plan, and what they use of it. */
export const plansAnswerSchema = Type.Object({
  /** Whether the server holds people to plans. */
  mode: oneOf(['unlimited', 'tiered']),
  /** The person's own; null where the server has none. */
  plan: Type.Union([planNameSchema, Type.Null()]),
  /** From the smallest on. */
  plans: Type.Array(planAnswerSchema),
  /** Bytes that the person's drive holds at most, on every plan. */
  driveBytes: Type.Integer(),
  used: Type.Object({
    projects: Type.Integer(),
    /** Calls in this calendar month (UTC), a 304 is none; those of the last seconds may be missing. */
    requestsThisMonth: Type.Integer(),
    /** Of the longest tab of all projects. */
    rowsPerTab: Type.Integer(),
    /** Bytes. */
    drive: Type.Integer(),
  }),
});
export type PlansAnswer = Static<typeof plansAnswerSchema>;
