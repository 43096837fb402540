import { useId } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { Button } from '../ui/forms/Button';
import { FieldError, TextInput } from '../ui/forms/Field';
import { Split, SplitHeading } from '../ui/layout/Split';
import { Small } from '../ui/display/text';
import { savedMaxAge, useSettingsForm } from './settingsDraft';

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  & > input {
    flex: 0 1 120px;
  }
  & > p {
    flex-basis: 100%;
  }
`;

/** How long browsers and shared caches may keep the answers of a public project. */
export function CachingSection({ project }: { readonly project: Project }) {
  const id = useId();
  const { draft, errors, saving, change, submit } = useSettingsForm(project);
  const { maxAgeSeconds: error } = errors;
  return (
    <Split>
      <div>
        <SplitHeading>Caching</SplitHeading>
        <Small id={`${id}-means`}>
          How long browsers and caches keep public answers, also after a change. Empty: they ask each time.
        </Small>
      </div>
      <Form onSubmit={submit} noValidate>
        <TextInput
          aria-label="Keep answers for so many seconds"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-means ${id}-error` : `${id}-means`}
          inputMode="numeric"
          autoComplete="off"
          readOnly={saving}
          value={draft.maxAge ?? savedMaxAge(project)}
          onChange={({ target }) => change({ ...draft, maxAge: target.value })}
        />
        <Small>seconds</Small>
        <Button
          type="submit"
          aria-label="Save caching"
          disabled={draft.maxAge === undefined}
          loading={saving && draft.maxAge !== undefined}
        >
          Save
        </Button>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </Form>
    </Split>
  );
}
