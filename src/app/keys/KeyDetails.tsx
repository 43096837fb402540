import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import { fullTime } from '../ui/display/Ago';
import { Card } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { InlineCode } from '../ui/display/text';
import { OriginsList } from './OriginsList';
import { scopeWords } from './keyRights';

const Facts = styled(Card)`
  font-size: var(--text-sm);
  line-height: 20px;

  & > div {
    display: grid;
    grid-template-columns: 116px minmax(0, 1fr);
    gap: 4px 16px;
    padding: 10px 16px;
  }
  & > div + div {
    border-top: 1px solid var(--line);
  }
  dt {
    color: var(--ink-3);
  }
  dd {
    overflow-wrap: anywhere;
  }
`;

interface DetailsProps {
  readonly id: string;
  readonly project: Project;
  readonly apiKey: ApiKey;
}

function sheetsInWords({ tabs: known }: ApiKey, { tabs }: Project): string {
  if (known === undefined) return 'Every sheet';
  const titles = tabs.filter(({ sheetId }) => known.includes(sheetId)).map(({ title }) => title);
  return titles.length === 0 ? 'None: its sheets are gone' : titles.join(', ');
}

function HiddenColumns({ project: { tabs }, apiKey: { hiddenColumns } }: Omit<DetailsProps, 'id'>): ReactNode {
  if (hiddenColumns === undefined || hiddenColumns.length === 0) return 'None';
  return hiddenColumns.map(({ sheetId, columns }) => (
    <div key={sheetId}>
      {tabs.find((tab) => tab.sheetId === sheetId)?.title}:{' '}
      {columns.map((column, at) => (
        <span key={column}>
          {at > 0 && ', '}
          <InlineCode>{column}</InlineCode>
        </span>
      ))}
    </div>
  ));
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const SecretFacts = ({ project, apiKey }: Omit<DetailsProps, 'id'>) => (
  <Facts as="dl">
    <Fact name="Can">{apiKey.scopes.map((scope) => scopeWords[scope]).join(', ')}</Fact>
    <Fact name="Sheets">{sheetsInWords(apiKey, project)}</Fact>
    <Fact name="Hidden columns">
      <HiddenColumns project={project} apiKey={apiKey} />
    </Fact>
    <Fact name="Expires">{apiKey.expiresAt === undefined ? 'Never' : fullTime(apiKey.expiresAt)}</Fact>
    <Fact name="Made">{fullTime(apiKey.createdAt)}</Fact>
  </Facts>
);

/** What there is to know of the chosen key: of a publishable one the sites it is bound to, of a secret one its rights. */
export const KeyDetails = ({ id, project, apiKey }: DetailsProps) =>
  apiKey.kind === 'publishable' ? (
    <SplitSection
      sectionId={id}
      title={<>Origins of {apiKey.name}</>}
      about="In browsers a publishable key works only on these sites."
    >
      <OriginsList projectId={project.id} apiKey={apiKey} />
    </SplitSection>
  ) : (
    <SplitSection
      sectionId={id}
      title={<>Rights of {apiKey.name}</>}
      about="A key’s rights stay as they were made. For others, make another key."
    >
      <SecretFacts project={project} apiKey={apiKey} />
    </SplitSection>
  );
