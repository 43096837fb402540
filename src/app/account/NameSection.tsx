import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { Button } from '../parts/Button';
import { FieldError, TextInput } from '../parts/Field';
import { selectUser } from '../session/sessionSelectors';
import { formRefused, nameSubmitted } from './accountSlice';
import { ENTER_NAME } from './accountWords';
import { Section } from './Section';
import { useForm } from './useForm';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Line = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  & > input {
    flex: 1 1 0;
    max-width: 360px;
  }
  & > p {
    flex: 1 0 100%;
  }
`;

const ERROR_ID = 'account-name-error';

/** The name; "Save" wakes up when it was changed. */
export function NameSection() {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectUser)?.name ?? '';
  const [typed, setTyped] = useState<string>();
  const { box, sending, errorOf, touch } = useForm('name');
  const name = typed ?? known;
  const error = errorOf('name') ?? errorOf();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') dispatch(formRefused({ form: 'name', field: 'name', message: ENTER_NAME }));
    else if (wanted !== known) dispatch(nameSubmitted({ name: wanted }));
  };
  return (
    <Section title="Name" about="Shown in sync history.">
      <Line ref={box} onSubmit={submit} noValidate>
        <TextInput
          name="name"
          aria-label="Name"
          autoComplete="name"
          maxLength={200}
          value={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && ERROR_ID}
          onChange={(event) => {
            setTyped(event.target.value);
            touch();
          }}
        />
        <Button type="submit" loading={sending} disabled={name.trim() === known}>
          Save
        </Button>
        {error && <FieldError id={ERROR_ID}>{error}</FieldError>}
      </Line>
    </Section>
  );
}
