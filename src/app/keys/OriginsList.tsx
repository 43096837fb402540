import { useRef } from 'react';
import styled from 'styled-components';
import type { ApiKey } from '../../contract/keys';
import { Button, IconButton } from '../ui/forms/Button';
import { FieldError, TextInput } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { Card } from '../ui/layout/spacing';
import { Small } from '../ui/display/text';
import { selectOriginChange } from './keysSelectors';
import { originAdded, originRemoved } from './keysSlice';
import { originProblem } from './keyDraft';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const List = styled(Card)`
  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding: 6px 8px 6px 16px;
    font: 450 13px / 20px var(--font-mono);
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  & > li[aria-busy='true'] {
    color: var(--ink-3);
  }
  & > li + li {
    border-top: 1px solid var(--line);
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

/** The sites a publishable key is bound to: adding one, and removing one, which can be undone. */
export function OriginsList({ projectId, apiKey }: OriginsProps) {
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
