import type { AxiosInstance } from 'axios';
import type { About } from '../../contract/about';
import { apiPaths } from '../../contract/paths';
import { answerWith, isText } from '../http/answer';

/** What the server tells anyone about itself. */
export interface AboutApi {
  readonly read: (signal: AbortSignal) => Promise<About>;
}

export const aboutApi = (http: AxiosInstance): AboutApi => ({
  async read(signal) {
    const { data } = await http.get<unknown>(apiPaths.about, { signal });
    return answerWith<About>(data, { sheetOrigin: isText });
  },
});
