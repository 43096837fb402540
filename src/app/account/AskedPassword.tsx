import type { RefObject } from 'react';
import styled from 'styled-components';
import { PasswordField } from '../parts/Field';

const Asked = styled.div`
  margin-top: 20px;
`;

interface AskedPasswordProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly password: string;
  /** What is wrong with it, if anything is. */
  readonly wrong: string | undefined;
  readonly onType: (password: string) => void;
}

/** The field of a dialog that asks whoever is logged in for their password. */
export const AskedPassword = ({ field, name, password, wrong, onType }: AskedPasswordProps) => (
  <Asked>
    <PasswordField
      ref={field}
      name={name}
      label="Your password"
      autoComplete="current-password"
      value={password}
      error={wrong}
      onChange={(event) => onType(event.target.value)}
    />
  </Asked>
);
