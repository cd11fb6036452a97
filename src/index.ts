/** Everything of this project lives in content types (src/api) and in the plugin (src/plugins/content-delivery). */
export default {
  register() {},
  bootstrap() {},
};
