import styled from 'styled-components';
import { type KeyScope, keyScopes } from '../../contract/scopes';
import { Fieldset, Legend } from '../ui/forms/Choices';
import { FieldError } from '../ui/forms/Field';
import { Row } from '../ui/layout/spacing';
import { scopeWords } from './keyRights';

const Pill = styled.label`
  position: relative;
  cursor: pointer;

  & > span {
    display: inline-flex;
    align-items: center;
    height: 28px;
    padding: 0 12px;
    border: 1px solid var(--line-control);
    border-radius: var(--r-full);
    color: var(--ink-2);
    font-size: var(--text-sm);
  }

  & > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  & > :checked + span {
    border-color: var(--ink);
    color: var(--canvas);
    background: var(--ink);
    font-weight: var(--weight-medium);
  }
  & > :focus-visible + span {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;

interface ScopePillsProps {
  readonly chosen: readonly KeyScope[];
  readonly error?: string;
  readonly onChoose: (scopes: readonly KeyScope[]) => void;
}

/** What a secret key may do: each on or off. */
export const ScopePills = ({ chosen, error, onChoose }: ScopePillsProps) => (
  <Fieldset aria-describedby={error === undefined ? undefined : 'scopes-error'}>
    <Legend>It can</Legend>
    <Row $gap={6}>
      {keyScopes.map((scope) => (
        <Pill key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChoose(keyScopes.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
            }
          />
          <span>{scopeWords[scope]}</span>
        </Pill>
      ))}
    </Row>
    {error !== undefined && <FieldError id="scopes-error">{error}</FieldError>}
  </Fieldset>
);
