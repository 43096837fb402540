import { type ReactNode, useRef } from 'react';
import styled from 'styled-components';
import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import { fullTime } from '../ui/display/Ago';
import { Card, ruled } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { InlineCode, Small, smallText } from '../ui/display/text';
import { scopeWords } from './keyRights';
import { Button, IconButton } from '../ui/forms/Button';
import { FieldError, TextInput } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { selectOriginChange } from './keysSelectors';
import { originAdded, originRemoved } from './keysSlice';
import { originProblem } from './keyDraft';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const List = styled(Card)`
  ${ruled}

  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding: 6px 8px 6px 16px;
    font: 450 13px / 20px var(--font-mono);
    letter-spacing: -0.01em;
  }
  & > li[aria-busy='true'] {
    color: var(--ink-3);
  }
  & > p {
    padding: 10px 16px;
  }
`;

const Adding = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 6px 8px;
  margin-top: 12px;

  & > p {
    grid-column: 1 / -1;
  }
`;

const EVERY = 'Every site may use it. The first origin binds it to that one.';
const NONE = 'No site may use it. Add one, or call it from a server.';

interface OriginsProps {
  readonly projectId: string;
  readonly apiKey: ApiKey;
}

function AddOrigin({ projectId, apiKey }: OriginsProps) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectOriginChange);
  const origins = apiKey.origins ?? [];
  const { props, field, restart } = useForm(
    { origin: '' },
    {
      problems: ({ origin }) => ({ origin: origin === '' ? '' : originProblem(origin, origins) }),
      onSubmit: ({ origin }) => {
        if (change !== null) return;
        dispatch(originAdded({ projectId, keyId: apiKey.id, origin }));
        restart();
      },
    },
  );
  const { error, ...input } = field('origin');
  return (
    <Adding {...props}>
      <TextInput
        placeholder="https://example.com"
        aria-label="Add an origin"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={300}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'origin-problem'}
        {...input}
      />
      <Button type="submit" loading={change?.keyId === apiKey.id && !origins.includes(change.origin)}>
        Add
      </Button>
      {error && (
        <div role="alert">
          <FieldError id="origin-problem">{error}</FieldError>
        </div>
      )}
    </Adding>
  );
}

/** The origins of a publishable key: adds one, or removes one, which can be undone. */
function OriginsList({ projectId, apiKey }: OriginsProps) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectOriginChange);
  const list = useRef<HTMLUListElement>(null);
  const { origins } = apiKey;
  const remove = (origin: string) => {
    if (change !== null) return;
    dispatch(originRemoved({ projectId, keyId: apiKey.id, origin }));
    list.current?.focus();
  };
  return (
    <div>
      <List as="ul" ref={list} tabIndex={-1} aria-label={`Origins of ${apiKey.name}`}>
        {origins?.map((origin) => (
          <li key={origin} aria-busy={change?.keyId === apiKey.id && change.origin === origin ? true : undefined}>
            {origin}
            <IconButton icon="cross" label={`Remove ${origin}`} onClick={() => remove(origin)} />
          </li>
        ))}
        {(origins?.length ?? 0) === 0 && (
          <li>
            <Small>{origins === undefined ? EVERY : NONE}</Small>
          </li>
        )}
      </List>
      <AddOrigin key={apiKey.id} projectId={projectId} apiKey={apiKey} />
    </div>
  );
}

const Facts = styled(Card)`
  ${smallText}
  ${ruled}

  & > div {
    display: grid;
    grid-template-columns: 116px minmax(0, 1fr);
    gap: 4px 16px;
    padding: 10px 16px;
  }
  dt {
    color: var(--ink-3);
  }
`;

interface DetailsProps {
  readonly id: string;
  readonly project: Project;
  readonly apiKey: ApiKey;
}

function sheetsInWords({ tabs: allowed }: ApiKey, { tabs }: Project): string {
  if (allowed === undefined) return 'Every sheet';
  const titles = tabs.filter(({ sheetId }) => allowed.includes(sheetId)).map(({ title }) => title);
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

/** The details of the chosen key: the origins of a publishable key, the rights of a secret one. */
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
