import styled from 'styled-components';
import { endpointPath } from '../../../contract/paths';
import { basePath } from '../../basePath';
import { ellipsis } from '../display/text';

const Code = styled.code`
  ${ellipsis}
  color: var(--ink-3);
  font: 450 12px / 20px var(--font-mono);

  & > b {
    color: var(--accent-text);
    font-weight: 600;
  }
`;

/** The future URL of a tab's endpoint, with an ellipsis for the project id, which does not exist yet. */
export const NewAddress = ({ name }: { readonly name: string }) => (
  <Code>
    {window.location.origin + basePath()}/v1/…
    <wbr />
    <b>{endpointPath('', name).slice('/v1/'.length)}</b>
  </Code>
);
