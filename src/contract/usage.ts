import Type, { type Static } from 'typebox';
import { planNameSchema } from './planCalls';
import { integerOrNull, numberOrNull, oneOf, textOrNull } from './schemaParts';
import { usageDays } from './usageRange';

/** Query of `GET /api/usage`. */
export const usageQuerySchema = Type.Object(
  {
    /** How many, today included; {@link usageDays}. */
    days: Type.Optional(Type.Integer({ minimum: usageDays.least, maximum: usageDays.most })),
    /** One project; all of them unless told. */
    projectId: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);
export type UsageQuery = Static<typeof usageQuerySchema>;

const counts = Type.Array(Type.Integer());

/** Requests a day by class of status, each list as long as `days` of the answer. A 304 is no request. */
export const usageSeriesSchema = Type.Object({ '2xx': counts, '4xx': counts, '5xx': counts });
export type UsageSeries = Static<typeof usageSeriesSchema>;

/** Milliseconds; null where nothing was measured. */
const milliseconds = numberOrNull;

/** The sums of a span of days. */
export const usageTotalsSchema = Type.Object({
  requests: Type.Integer(),
  succeeded: Type.Integer(),
  /** Answered by a finished body that was sent again. */
  fromCache: Type.Integer(),
  /** Answers of 304; they are no requests. */
  notModified: Type.Integer(),
  /** Half of all requests were answered within this time, and 95 of 100. */
  p50: milliseconds,
  p95: milliseconds,
});
export type UsageTotals = Static<typeof usageTotalsSchema>;

/** The requests of one endpoint. */
export const usageEndpointSchema = Type.Object({
  projectId: Type.String(),
  /** The project's title. */
  project: Type.String(),
  /** null for calls of the project itself, of sheets it does not have, and for what was refused before that. */
  sheetId: integerOrNull,
  /** The sheet's title; empty where there is none. */
  title: Type.String(),
  requests: Type.Integer(),
  series: usageSeriesSchema,
});
export type UsageEndpoint = Static<typeof usageEndpointSchema>;

/** The month of the person's plan, all projects together. */
export const usageMonthSchema = Type.Object({
  /** Its first day, for example `2026-03-01`. */
  from: Type.String(),
  /** The day on which counting begins anew. */
  resetsOn: Type.String(),
  requests: Type.Integer(),
  /** What the month ends at when it goes on as it has begun. */
  forecast: Type.Integer(),
  /** The day on which the plan's number is reached at this pace; null when it is not, or was reached already. */
  reachedOn: textOrNull,
});
export type UsageMonth = Static<typeof usageMonthSchema>;

/** What the person may use, and uses. */
export const usagePlanSchema = Type.Object({
  mode: oneOf(['unlimited', 'tiered']),
  /** null where the server has no plans. */
  plan: Type.Union([planNameSchema, Type.Null()]),
  projects: Type.Integer(),
  /** Of the longest sheet of all projects. */
  rowsPerTab: Type.Integer(),
  /** Bytes in the drive, and the most it holds. */
  drive: Type.Integer(),
  driveBytes: Type.Integer(),
  month: usageMonthSchema,
});
export type UsagePlan = Static<typeof usagePlanSchema>;

/** Answer of `GET /api/usage`. Days are those of UTC. */
export const usageAnswerSchema = Type.Object({
  /** For example `2026-03-04`; today is the last one. */
  days: Type.Array(Type.String()),
  now: usageTotalsSchema,
  /** As many days before these. */
  before: usageTotalsSchema,
  series: usageSeriesSchema,
  methods: Type.Array(Type.Object({ method: Type.String(), requests: Type.Integer() })),
  /** Busiest first; those beyond `USAGE_ENDPOINTS` are only counted. */
  endpoints: Type.Array(usageEndpointSchema),
  otherEndpoints: Type.Object({ endpoints: Type.Integer(), requests: Type.Integer() }),
  plan: usagePlanSchema,
});
export type UsageAnswer = Static<typeof usageAnswerSchema>;
