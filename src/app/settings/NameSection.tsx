import { useId } from 'react';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import type { Project } from '../../contract/projects';
import { Button } from '../parts/Button';
import { FieldError, TextInput } from '../parts/Field';
import { Split, SplitHeading } from '../parts/Split';
import { Small } from '../parts/text';
import { useSettingsForm } from './useSettingsForm';

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  & > input {
    flex: 1 1 220px;
    max-width: 400px;
  }
  & > p {
    flex-basis: 100%;
  }
`;

/** The name of a project; its Save wakes with a change. */
export function NameSection({ project }: { readonly project: Project }) {
  const id = useId();
  const { draft, errors, saving, change, submit } = useSettingsForm(project);
  const { title: error } = errors;
  return (
    <Split>
      <div>
        <SplitHeading id={id}>Name</SplitHeading>
        <Small>Shown in your project list.</Small>
      </div>
      <Form onSubmit={submit} noValidate>
        <TextInput
          aria-labelledby={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          maxLength={limits.titleCharacters}
          autoComplete="off"
          readOnly={saving}
          value={draft.title ?? project.title}
          onChange={({ target }) => change({ ...draft, title: target.value })}
        />
        <Button type="submit" disabled={draft.title === undefined} loading={saving && draft.title !== undefined}>
          Save
        </Button>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </Form>
    </Split>
  );
}
