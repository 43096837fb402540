import { apiPaths } from '../../../../src/contract/paths';
import type { TestApp } from '../../../fixtures/apps';
import type { SignedIn } from '../../../fixtures/people';
import { publishProject } from '../published';

const cities = ['Oslo', 'São Paulo', 'London', '', '京都'];

/** 250 rows with everything that JSON escapes or formats. */
const people = [
  'Name;City;Founded;Open;Größe',
  ...Array.from({ length: 250 }, (_, at) =>
    [`Name ${at} "é" \\`, cities[at % 5], 1990 + (at % 30), at % 3 === 0 ? 'TRUE' : 'FALSE', at / 4].join(';'),
  ),
];

const tabs = [{ title: 'People', slug: 'people', lines: people }] as const;

/** Creates a public or private project of them. */
export const publishPeople = ({ db }: TestApp, owner: SignedIn, access: 'public' | 'private') =>
  publishProject(db, owner.person.id, tabs, { access });

/** Revokes a key as its owner. */
export const revoke = ({ app }: TestApp, owner: SignedIn, projectId: string, keyId: string) =>
  app.inject({ method: 'DELETE', url: apiPaths.projectKey(projectId, keyId), headers: owner.headers });
