/** A heading between the title and those of the rooms. */
const addHeading = ({ React }) => ({
  wrapComponents: {
    operations: (Operations) => (properties) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement('h2', { className: 'operations-heading' }, 'Operations'),
        React.createElement(Operations, properties),
      ),
  },
});

/** The viewer has a landmark for the operations alone, and no name for the choice of a server. */
function nameParts() {
  document.querySelector('.information-container')?.setAttribute('role', 'banner');
  const servers = document.querySelector('.scheme-container');
  servers?.setAttribute('role', 'region');
  servers?.setAttribute('aria-label', 'Server and sign-in');
  document.getElementById('servers')?.setAttribute('aria-label', 'Server');
}

globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  // Its links would stand inside of buttons.
  deepLinking: false,
  validatorUrl: null,
  plugins: [addHeading],
  onComplete: nameParts,
});
