/* A bundle as the predecessor's tools write it: no exports, React from the window, its place by its own call. */
(function (root, factory) {
  root.DZQPlugin = root.DZQPlugin || {};
  var plugin = factory(root.React);
  root.DZQPlugin.register(plugin);
})(window, function (React) {
  var Vote = function (props) {
    var state = React.useState(0);
    var name = props.siteData.webConfig.setSite.siteName;
    return React.createElement(
      "button",
      {
        onClick: function () {
          state[1](state[0] + 1);
        },
      },
      "Old " + name + " " + state[0],
    );
  };
  return {
    pluginName: "old-vote",
    version: "1.0.0",
    target: ["plugin_index"],
    hookName: "header_insert_before_hook",
    component: Vote,
    author: { name: "Old", email: "old@example.org" },
    type: 9,
    app_id: "old-vote",
    platform: ["pc", "h5", "mini"],
  };
});
